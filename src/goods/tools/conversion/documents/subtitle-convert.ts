import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { readCues, srtOf, vttOf, wordsOf, type Cue } from '../../../../engines/formats/subtitles.ts'

const CUES_MAX = 20_000
const TIME_MAX_MS = 360_000_000
const ODD_MAX = 100

const Cues = z.object({
  startMs: z.int().min(0).max(TIME_MAX_MS).describe('Start in milliseconds.'),
  endMs: z.int().min(0).max(TIME_MAX_MS).describe('End in milliseconds.'),
  text: z.string().max(10_000),
})

export default defineTool({
  route: 'POST /api/subtitle-convert',
  name: 'Subtitle convert',
  description:
    'SRT, WebVTT and JSON cues converted into each other or into plain text, shifted or rescaled in time.',
  asks: [
    'convert srt to vtt',
    'shift subtitles by two seconds',
    'the subtitles come too late, shift them',
    'captions for a web player',
    'subtitle file as plain text',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB)
      .optional()
      .describe('SRT or WebVTT text, up to 2 MB; or give cues.'),
    cues: z.array(Cues).max(CUES_MAX).optional().describe('Cues in place of text, up to 20000.'),
    to: z.enum(['srt', 'vtt', 'json', 'text']).describe('Format of the answer.'),
    shiftMs: z
      .int()
      .min(-TIME_MAX_MS)
      .max(TIME_MAX_MS)
      .default(0)
      .describe('Milliseconds to add to all times, after the scale.'),
    scale: z
      .number()
      .min(0.01)
      .max(100)
      .default(1)
      .describe('Factor for all times, such as 25/23.976.'),
  }),
  output: z.object({
    text: z.string().optional().describe('SRT, WebVTT, or plain text; not for to json.'),
    cues: z.array(Cues).optional().describe('Cues, for to json.'),
    count: z.int().describe('Number of cues.'),
    durationMs: z.int().describe('End of the last cue.'),
    dropped: z.int().describe('Number of cues that the shift moves before the beginning.'),
    oddLines: z.array(z.int()).describe('Line numbers of blocks that are not cues; up to 100.'),
  }),
  examples: [
    {
      input: { text: '1\n00:00:01,000 --> 00:00:02,000\nHi', to: 'vtt' },
      output: {
        text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n',
        count: 1,
        durationMs: 2000,
        dropped: 0,
        oddLines: [],
      },
    },
    {
      input: { cues: [{ startMs: 500, endMs: 900, text: '<i>Hi</i>' }], to: 'json', shiftMs: 250 },
      output: {
        cues: [{ startMs: 750, endMs: 1150, text: '<i>Hi</i>' }],
        count: 1,
        durationMs: 1150,
        dropped: 0,
        oddLines: [],
      },
    },
  ],

  run({ text, cues: sent, to, shiftMs, scale }) {
    if ((text === undefined) === (sent === undefined))
      throw badInput('text: give either text or cues')
    const { cues, odd } = text === undefined ? { cues: sent ?? [], odd: [] } : readCues(text)
    if (cues.length > CUES_MAX) throw badInput(`text: has more than ${CUES_MAX} cues`)
    if (text !== undefined && cues.length === 0)
      throw badInput('text: must have a cue such as 00:00:01,000 --> 00:00:02,000')
    const moved = cues.map((cue) => movedBy(cue, shiftMs, scale))
    const kept = moved
      .filter(({ endMs }) => endMs > 0)
      .map((cue) => ({ ...cue, startMs: Math.max(0, cue.startMs) }))
    const form = { srt: srtOf, vtt: vttOf, text: wordsOf }
    return {
      ...(to === 'json' ? { cues: kept } : { text: form[to](kept) }),
      count: kept.length,
      durationMs: kept.reduce((most, { endMs }) => Math.max(most, endMs), 0),
      dropped: moved.length - kept.length,
      oddLines: odd.slice(0, ODD_MAX),
    }
  },
})

const movedBy = ({ startMs, endMs, text }: Cue, shiftMs: number, scale: number): Cue => ({
  startMs: Math.round(startMs * scale) + shiftMs,
  endMs: Math.round(endMs * scale) + shiftMs,
  text,
})
