"""What requests must look like, and the values they become."""
