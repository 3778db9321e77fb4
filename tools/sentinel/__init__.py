"""`make run-sentinel`: a primary with two replicas, three Sentinels, and two services on them, all on this machine."""
