"""Between gunicorn and the application: connections with time limits, refusals as problem documents, orderly stops."""
