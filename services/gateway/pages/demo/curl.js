const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call as a command for a POSIX shell. */
export function curlText(publicUrl, venue, { method, path, body }) {
  const lines = [`curl ${quote(publicUrl + path)}`, `-H ${quote(`X-Tenant: ${venue}`)}`];
  if (method === 'POST') {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** Copies the text of an element, or selects it where the browser doesn't let a page copy. */
export async function copy(element, say) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    say('Copied.');
  } catch {
    getSelection().selectAllChildren(element);
    say('Selected. Copy it with your keyboard.');
  }
}
