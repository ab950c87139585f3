/// Synthesised sounds of wood.
import { settings } from './settings.svelte';

export type Sound = 'place' | 'take' | 'refuse' | 'end' | 'turn';

let context: AudioContext | undefined;

/** A knock: a short burst of noise through a resonance, like a disc set down. */
function knock(audio: AudioContext, at: number, pitch: number, loud: number, length = 0.09): void {
  const noise = audio.createBufferSource();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 4;
  noise.buffer = buffer;
  const body = audio.createBiquadFilter();
  body.type = 'bandpass';
  body.frequency.value = pitch;
  body.Q.value = 6;
  const gain = audio.createGain();
  gain.gain.value = loud;
  noise.connect(body).connect(gain).connect(audio.destination);
  noise.start(at);
}

/** A soft tone, like a small bell of wood. */
function tone(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const voice = audio.createOscillator();
  voice.type = 'triangle';
  voice.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  voice.connect(gain).connect(audio.destination);
  voice.start(at);
  voice.stop(at + 0.55);
}

/** Plays a tap of wood on wood; `loud` is from 0 to 1. */
export function tap(loud: number): void {
  const pitch = 500 + 700 * (1 - loud) + 120 * Math.random();
  withAudio((audio) => knock(audio, audio.currentTime, pitch, 0.15 + 0.85 * loud, 0.07 + 0.08 * loud));
}

/** Plays a sound, unless it is turned off or the browser does not permit it before the first press. */
export function play(sound: Sound): void {
  withAudio((audio) => {
    const now = audio.currentTime;
    if (sound === 'place') knock(audio, now, 900, 0.9);
    else if (sound === 'take') {
      knock(audio, now, 700, 0.9);
      knock(audio, now + 0.11, 420, 0.8, 0.14);
      // For children a fall is a joke: a slide, and a bounce.
      if (settings.children)
        for (const [index, pitch] of [880, 740, 620, 520, 390, 520].entries())
          tone(audio, now + 0.15 + index * 0.09, pitch, 0.06);
    } else if (sound === 'refuse') knock(audio, now, 210, 0.7, 0.12);
    else if (sound === 'turn') tone(audio, now, 660, 0.04);
    else for (const [index, pitch] of [392, 494, 587].entries()) tone(audio, now + index * 0.13, pitch, 0.07);
  });
}

function withAudio(make: (audio: AudioContext) => void): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    make(context);
  } catch {
    // Sound is optional: a browser without it works all the same.
  }
}
