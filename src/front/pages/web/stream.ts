import { el, one } from './dom.ts'

/** Shows a streamed answer while it arrives. Resolves with the whole of it. */
export async function streamed(reply: Response): Promise<HTMLElement> {
  const place = el('pre', { class: 'json', tabindex: 0 })
  one('#view')?.replaceChildren(place)
  const decoder = new TextDecoder()
  const reader = reply.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    place.append(decoder.decode(next.value, { stream: true }))
  return place
}
