"""Serves a folder of answers with nginx, on a free loopback port."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

CONFIGURATION = """
daemon off;
worker_processes 1;
error_log stderr error;
pid {folder}/nginx.pid;
events {{ worker_connections 256; }}
http {{
  access_log off;
  default_type application/json;
  types {{ }}
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {folder};
    gzip_static on;
    location /v1/ {{ try_files $uri.json =404; }}
  }}
}}
"""


@contextlib.contextmanager
def serving(folder):
    """The base URL of a server for `folder`/v1, which ends with the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    configuration = folder / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, port=port))
    # Run as root, nginx drops to another user, who must find the files.
    for parent in [folder, *folder.parents]:
        if parent.stat().st_uid == os.getuid() and parent != parent.parent:
            parent.chmod(parent.stat().st_mode | 0o055)
    process = subprocess.Popen([shutil.which("nginx") or "/usr/sbin/nginx", "-c", configuration],
                               stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(url + "/me").close()
                break
            time.sleep(0.05)
        else:
            raise SystemExit("nginx does not answer")
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
