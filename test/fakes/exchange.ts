/** A request to a provider, as it came. */
export type FakeRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
};

/** What the provider answers; a body that isn't text goes as JSON. */
export type FakeAnswer = { status: number; body?: unknown; headers?: Record<string, string> };
