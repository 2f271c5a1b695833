import type { ReplyBody } from '../../base/core/call.ts'

/** An answer for protocols that carry values: read out, because they do not stream. */
export type ValueAnswer =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly mediaType: string }
  | { readonly kind: 'bytes'; readonly base64: string; readonly mediaType: string }

/** Above it, an answer is not parsed again: that would hold up other calls. */
const PARSED_LENGTH_MAX = 4 * 1024 * 1024
const STREAM_LENGTH_MAX = 8 * 1024 * 1024

/** `value` is undefined where the text is longer than what may be parsed here. */
export async function readAnswer(
  body: ReplyBody,
  parsedLengthMax = PARSED_LENGTH_MAX,
): Promise<ValueAnswer> {
  if (body.kind === 'json') {
    const { text } = body
    const isShort = text.length <= parsedLengthMax
    return { kind: 'json', text, value: isShort ? (JSON.parse(text) as unknown) : undefined }
  }
  if (body.kind === 'events') {
    const text = await readStream(body.chunks)
    return { kind: 'text', text, mediaType: 'text/event-stream' }
  }
  const [mediaType = ''] = body.contentType.split(';')
  const bytes = Buffer.from(body.bytes)
  if (mediaType.startsWith('text/'))
    return { kind: 'text', text: bytes.toString('utf8'), mediaType }
  return { kind: 'bytes', base64: bytes.toString('base64'), mediaType }
}

/** Settled with its first event: what came before it broke off is still the answer. */
async function readStream(chunks: AsyncIterable<string>): Promise<string> {
  let all = ''
  try {
    for await (const chunk of chunks) {
      all += chunk
      if (all.length > STREAM_LENGTH_MAX) return `${all}\n[The rest is left out.]`
    }
    return all
  } catch {
    return `${all}\n[The stream broke off here.]`
  }
}
