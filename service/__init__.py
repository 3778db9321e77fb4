"""The action-resolution service of Desperados Destiny."""

VERSION = "0.1.0"
