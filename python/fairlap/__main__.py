"""`python -m fairlap` is the same as `fairlap`."""

from fairlap.cli import main

if __name__ == "__main__":
    main()
