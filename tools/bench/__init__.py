"""What load generators cost and how accurate their figures are: `make bench`, docs/accuracy.md."""
