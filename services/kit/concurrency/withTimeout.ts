import { fail } from '@venue-booking/proto/failures';

/** Waits for work with a timeout; the work itself continues. @throws `timeout`, or the error of the work */
export async function withTimeout<T>(budgetMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(fail('timeout'), { message: `not done within ${budgetMs} ms` })),
      budgetMs,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
