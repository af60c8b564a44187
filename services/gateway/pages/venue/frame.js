// For a website that shows the booking page of a venue in a frame: adjusts the height of the frame.
// <script src="https://…/frame.js" async></script>, anywhere on the page.
{
  const QUESTION = 'venue-booking:height';
  const MAX_HEIGHT = 10_000;
  const { origin } = new URL(document.currentScript.src);
  const isOurs = (frame) => frame.src.startsWith(`${origin}/v/`);
  const ask = (frame) => isOurs(frame) && frame.contentWindow.postMessage(QUESTION, origin);

  addEventListener('message', (event) => {
    const height = event.origin === origin && event.data?.[QUESTION];
    if (typeof height !== 'number' || !(height > 0)) return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === event.source && isOurs(frame))
        frame.style.height = `${Math.min(height, MAX_HEIGHT)}px`;
  });
  // A frame has its origin only once it has loaded. `load` does not bubble, so listen while it is captured.
  document.addEventListener('load', ({ target }) => target instanceof HTMLIFrameElement && ask(target), true);
  const askAll = () => document.querySelectorAll('iframe').forEach(ask);
  if (document.readyState === 'complete') askAll();
  else addEventListener('load', askAll);
}
