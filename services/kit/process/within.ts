import { fail } from '@venue-booking/proto/failures';

/**
 * What some work answers, if it does so in time. The work goes on in any case. @throws `timeout` when it does
 * not, or what the work throws
 */
export async function within<T>(budgetMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(fail('timeout'), { message: `not done within ${budgetMs} ms` })),
      budgetMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
