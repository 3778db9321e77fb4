"""The same resolution as other stacks would serve it: no store, no records, no metrics, one tuning."""
