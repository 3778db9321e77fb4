"""The gunicorn worker: time limits for connections, problem documents for broken requests, graceful stops."""
