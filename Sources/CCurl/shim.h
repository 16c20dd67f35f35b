// libcurl, opened with dlopen instead of being linked: loading it and its fifteen libraries takes
// longer than everything that gymbag does without a network.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// The functions in use, each of the type that curl's own header gives it.
typedef struct {
  __typeof__(&curl_version_info) version_info;
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_cleanup) multi_cleanup;
  __typeof__(&curl_multi_setopt) multi_setopt;
  __typeof__(&curl_multi_add_handle) multi_add_handle;
  __typeof__(&curl_multi_remove_handle) multi_remove_handle;
  __typeof__(&curl_multi_perform) multi_perform;
  __typeof__(&curl_multi_poll) multi_poll;
  __typeof__(&curl_multi_info_read) multi_info_read;
  __typeof__(&curl_multi_strerror) multi_strerror;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
  __typeof__(&curl_url) url;
  __typeof__(&curl_url_cleanup) url_cleanup;
  __typeof__(&curl_url_get) url_get;
  __typeof__(&curl_url_set) url_set;
  __typeof__(&curl_url_strerror) url_strerror;
  __typeof__(&curl_free) free;
} gb_curl;

#ifdef __APPLE__
#define GB_CURL_LIBRARY "libcurl.4.dylib"
#else
#define GB_CURL_LIBRARY "libcurl.so.4"
#endif

// Opens the library and finds the functions. NULL when all are there, else what the system says.
static inline const char *gb_curl_open(gb_curl *curl) {
  void *library = dlopen(GB_CURL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define GB_FIND(name)                                        \
  curl->name = (__typeof__(curl->name))dlsym(library, "curl_" #name); \
  if (curl->name == NULL) return "libcurl has no curl_" #name;
  GB_FIND(version_info)
  GB_FIND(global_init)
  GB_FIND(easy_init)
  GB_FIND(easy_cleanup)
  GB_FIND(easy_setopt)
  GB_FIND(easy_getinfo)
  GB_FIND(easy_strerror)
  GB_FIND(multi_init)
  GB_FIND(multi_cleanup)
  GB_FIND(multi_setopt)
  GB_FIND(multi_add_handle)
  GB_FIND(multi_remove_handle)
  GB_FIND(multi_perform)
  GB_FIND(multi_poll)
  GB_FIND(multi_info_read)
  GB_FIND(multi_strerror)
  GB_FIND(slist_append)
  GB_FIND(slist_free_all)
  GB_FIND(url)
  GB_FIND(url_cleanup)
  GB_FIND(url_get)
  GB_FIND(url_set)
  GB_FIND(url_strerror)
  GB_FIND(free)
#undef GB_FIND
  // CURLOPT_PROTOCOLS_STR came with 7.85.0.
  if (curl->version_info(CURLVERSION_NOW)->version_num < 0x075500) return "libcurl is too old";
  return curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "libcurl does not start";
}

// Swift calls no variadic functions: one shim for each kind of argument.
typedef size_t (*gb_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode gb_curl_set_long(const gb_curl *curl, CURL *easy, CURLoption option,
                                        long value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode gb_curl_set_text(const gb_curl *curl, CURL *easy, CURLoption option,
                                        const char *value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode gb_curl_set_list(const gb_curl *curl, CURL *easy, CURLoption option,
                                        struct curl_slist *value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode gb_curl_set_sink(const gb_curl *curl, CURL *easy, CURLoption sink_option,
                                        gb_curl_sink sink, CURLoption context_option,
                                        void *context) {
  CURLcode code = curl->easy_setopt(easy, sink_option, sink);
  return code == CURLE_OK ? curl->easy_setopt(easy, context_option, context) : code;
}

static inline CURLcode gb_curl_get_long(const gb_curl *curl, CURL *easy, CURLINFO info,
                                        long *value) {
  return curl->easy_getinfo(easy, info, value);
}

static inline CURLMcode gb_curl_multi_set_long(const gb_curl *curl, CURLM *multi,
                                               CURLMoption option, long value) {
  return curl->multi_setopt(multi, option, value);
}
