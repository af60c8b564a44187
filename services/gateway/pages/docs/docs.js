/* global SwaggerUIBundle */

const main = document.querySelector('#reference');
const darkPreferred = matchMedia('(prefers-color-scheme: dark)');

// Swagger UI switches its colours by a class, and leaves the choice to the page.
const followColourScheme = () =>
  document.documentElement.classList.toggle('dark-mode', darkPreferred.matches);
followColourScheme();
darkPreferred.addEventListener('change', followColourScheme);

function showFailure(reason) {
  const note = document.createElement('p');
  note.className = 'note';
  note.setAttribute('role', 'alert');
  note.textContent = `The API description could not be loaded (${reason}). Reload the page to try again.`;
  main.replaceChildren(note);
  main.removeAttribute('aria-busy');
}

async function start() {
  const response = await fetch('/openapi.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const spec = await response.json();

  SwaggerUIBundle({
    // The address this page was reached at is one that works from here, and the only one the page's policy
    // lets it call.
    spec: { ...spec, servers: [{ url: location.origin }] },
    domNode: main,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    validatorUrl: null,
    onComplete: () => main.removeAttribute('aria-busy'),
  });
}

start().catch((error) => showFailure(error.message));
