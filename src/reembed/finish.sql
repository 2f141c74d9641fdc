-- Re-embedding {number}, the end: nothing searches or writes {old} any more, and it goes with all that belongs to it.
{remove}
