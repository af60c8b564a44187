/** Reports when Prisma loads its query compiler, which is WebAssembly and costs 30 MB. */
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(target, given) {
    if (/\/gen\/prisma\//.test(String(new Error().stack)))
      process.stderr.write('Prisma has loaded its compiler\n');
    return Reflect.construct(target, given);
  },
});
