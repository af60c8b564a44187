/** Has a process say when Prisma loads what it needs for models: a compiler of queries, which is WebAssembly. */
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(target, given) {
    if (/\/gen\/prisma\//.test(String(new Error().stack)))
      process.stderr.write('Prisma has loaded its compiler\n');
    return Reflect.construct(target, given);
  },
});
