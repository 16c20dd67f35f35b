// What the C library has and its Swift module does not show, because headers hide it behind
// feature macros, or shows in a form that Swift cannot use safely.
#include <getopt.h>
#include <sys/types.h>
#include <wchar.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#endif

extern int wcwidth(wchar_t character);

#ifdef __linux__
extern int renameat2(int old_directory, const char *old_path, int new_directory,
                     const char *new_path, unsigned int flags);
extern int syncfs(int descriptor);
#define GB_RENAME_NOREPLACE 1u

// Macros, which Swift does not see.
static inline unsigned int gb_device_major(dev_t device) { return major(device); }
static inline unsigned int gb_device_minor(dev_t device) { return minor(device); }
#endif

// getopt_long keeps its state in global variables, which Swift takes for shared. Here they are a
// value: what was found, how far the scan is, and the option it complains about.
typedef struct {
  int found;
  int next_index;
  int complaint;
  const char *value;
} gb_getopt;

static inline gb_getopt gb_getopt_next(int count, char **arguments, const struct option *known,
                                       int restarts) {
  if (restarts) {
    opterr = 0;
#ifdef __APPLE__
    optreset = 1;
    optind = 1;
#else
    optind = 0;
#endif
  }
  gb_getopt result;
  optarg = NULL;
  result.found = getopt_long(count, arguments, ":", known, NULL);
  result.next_index = optind;
  result.complaint = optopt;
  result.value = optarg;
  return result;
}
