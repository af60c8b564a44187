/* global SwaggerUIBundle */

const main = document.querySelector('#reference');
const darkPreferred = matchMedia('(prefers-color-scheme: dark)');

// Swagger UI has a class for dark mode, but does not detect the preference.
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
    // Use the URL of this page: it is reachable from here, and the only one that the page's policy allows.
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
