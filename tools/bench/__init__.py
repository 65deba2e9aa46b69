"""What load generators cost and how true their numbers are: `make bench`, docs/accuracy.md."""
