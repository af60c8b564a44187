/** Whether an address is this machine's own, as its people type it. */
export const isOwnMachine = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
