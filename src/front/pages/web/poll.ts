import { one } from './dom.ts'

/** Fetches a part of the page again and again, as long as the fetched part asks for it. */
async function again(part: HTMLElement): Promise<void> {
  const { poll, every } = part.dataset
  if (!poll) return location.replace(location.pathname)
  await new Promise((wake) => setTimeout(wake, Number(every ?? 2000)))
  try {
    const reply = await fetch(poll)
    if (reply.ok)
      part.replaceWith(document.createRange().createContextualFragment(await reply.text()))
  } catch {}
  const next = one('[data-poll], #progress')
  if (next) await again(next)
}
const part = one('[data-poll]')
if (part) void again(part)
