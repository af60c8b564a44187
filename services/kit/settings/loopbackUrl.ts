/** Whether a URL points to this machine: `localhost` or a loopback address. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
