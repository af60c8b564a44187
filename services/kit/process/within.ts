import { fail } from '@venue-booking/proto/failures';

/** What some work answers in time; it goes on in any case. @throws `timeout`, or what the work throws */
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
