"""The rules of Phase 10: values in, values out, nothing but the standard library."""
