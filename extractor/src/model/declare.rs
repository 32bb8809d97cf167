//! Pass 1: the declarations of every file, into the model.
