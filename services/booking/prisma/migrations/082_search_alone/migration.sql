-- A search runs in one process of PostgreSQL. Because of the function's cost, the planner started a parallel worker for
-- each search of a large table, which took longer than the search (25 ms instead of 2.5 ms with 300,000 bookings). The
-- index needs no evaluation of the function. Rebuilding the index also takes one process now.
-- contract: its result stays the same, and plans without workers serve the previous release as well
ALTER FUNCTION search_letters(integer, text, text, jsonb) PARALLEL RESTRICTED;
