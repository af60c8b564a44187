// In a frame: tells the page around it how high the content is. The page asks first, which proves its origin.
// The policy of this document allows only websites of the venue around it.
const QUESTION = 'venue-booking:height';
let reader = '';

function send() {
  if (reader) parent.postMessage({ [QUESTION]: Math.ceil(document.body.scrollHeight) }, reader);
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || parent === window || data !== QUESTION || origin === 'null') return;
  reader = origin;
  send();
});
new ResizeObserver(send).observe(document.body);
