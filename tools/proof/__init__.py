"""The proof of the method: simulated and real races, other benchmarks' procedures, the tables of docs/method.md."""
