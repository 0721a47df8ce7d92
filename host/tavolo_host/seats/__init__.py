"""Who sits where, who may do what, and what people are asked: for the page of any table."""
