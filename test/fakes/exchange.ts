/** A request to a fake provider. */
export type FakeRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
};

/** The response of a fake provider. A body that is not a string is sent as JSON. */
export type FakeResponse = { status: number; body?: unknown; headers?: Record<string, string> };
