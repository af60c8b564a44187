import { useTexts } from './locale.ts';

/** Returns a function that names an actor of the API: a person's e-mail address, or the name of a token. */
export function useActorName(): (actor: string) => string {
  const w = useTexts('words');
  return (actor) => {
    const operator = /^operator (?:token )?(.+)$/.exec(actor)?.[1];
    if (operator !== undefined) return `${operator} (${w.value.actor.operator})`;
    return w.value.actor[actor] ?? actor.replace(/^person /, '');
  };
}
