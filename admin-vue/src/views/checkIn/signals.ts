import type { UnsentScan } from './store.ts';

/** Sound and vibration per result: rising for yes, twice low for no, one tone for unsure. */
const tones: Record<UnsentScan['said'], [hertz: number, seconds: number][]> = {
  yes: [
    [660, 0.09],
    [990, 0.16],
  ],
  no: [
    [196, 0.22],
    [165, 0.34],
  ],
  unsure: [[440, 0.3]],
};
const shakes: Record<UnsentScan['said'], number[]> = { yes: [60], no: [180, 90, 180], unsure: [90, 60, 90] };

let audio: AudioContext | undefined;

/** Enables sound. Browsers require a user gesture, so call this from one. */
export function enableSound(): void {
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
}

/** Plays the sound, if enabled, and vibrates, if the device can. */
export function signal(said: UnsentScan['said']): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shakes[said]);
  if (audio?.state !== 'running') return;
  let at = audio.currentTime;
  for (const [hertz, seconds] of tones[said]) {
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
    const volume = new GainNode(audio, { gain: 0.25 });
    volume.gain.setTargetAtTime(0, at + seconds * 0.7, 0.02);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
