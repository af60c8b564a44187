// What runs in the page while `day.ts` measures: plain JavaScript, as the page's scripts are there before it.
{
  const longTasks = [];
  const watch = {};
  window.watch = watch;
  new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });

  let answeredAt = 0;
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const response = await ask(...request);
    if (String(request[0]).includes('/calendar')) answeredAt ||= performance.now();
    return response;
  };
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  /** How long after the calendar's answer the slots were painted, in ms. */
  watch.painted = new Promise((resolve) => {
    const drawn = new MutationObserver(async () => {
      if (!document.querySelector('.slot')) return;
      drawn.disconnect();
      await painted();
      resolve(performance.now() - answeredAt);
    });
    drawn.observe(document, { subtree: true, childList: true });
  });

  /** Scrolls the lanes for a second, down and to the right. Answers the longest task of it, in ms; 0 below 50. */
  watch.scroll = async () => {
    const lanes = document.querySelector('.lanes');
    longTasks.length = 0;
    for (let frame = 0; frame < 60; frame++) {
      lanes.scrollBy(20, 60);
      await painted();
    }
    const longest = Math.max(0, ...longTasks);
    lanes.scrollTo(0, 0);
    return longest;
  };

  const changes = async (slot, before = slot.textContent) => {
    while (slot.textContent === before) await painted();
  };

  /** Presses the dialog's button, and answers how long it takes until the first slot shows something else, in ms. */
  watch.move = async () => {
    const changed = changes(document.querySelector('.slot'));
    const from = performance.now();
    document.querySelector('.dialog form .button.main').click();
    await changed;
    return performance.now() - from;
  };

  /** Answers once the first slot shows something else. */
  watch.told = () => changes(document.querySelector('.slot'));
}
