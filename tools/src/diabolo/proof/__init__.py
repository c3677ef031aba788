"""A second program for the proofs of `diabolo solve --bounds`: rules, endings and strategies, all read anew."""
