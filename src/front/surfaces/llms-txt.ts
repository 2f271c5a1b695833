import { entryOf } from '../../selling/catalog/entry.ts'
import type { Tool } from '../../base/core/tool.ts'
import { markdownCell, markdownLine } from '../../base/lib/markdown-text.ts'
import { DOCUMENTS, urlOf } from './documents.ts'
import { summaryOf, toolsByFamily } from './goods.ts'
import { takesWork, waysToPay } from './paying.ts'
import { freeUrl, isFree, type Shop, type Surface } from './surface.ts'

/** The catalog as text for language models, in the form of llmstxt.org. */
export const llmsTxt: Surface = {
  ...DOCUMENTS.llmsTxt,
  render: (shop) => `${sectionsOf(shop).join('\n\n')}\n`,
}

function sectionsOf(shop: Shop): readonly string[] {
  const { catalog, site } = shop
  const families = [...toolsByFamily(shop)].map(([tag, tools]) => {
    const { title = tag, description = '' } = catalog.families[tag] ?? {}
    const lines = tools.map((tool) => lineOf(tool, shop)).join('\n')
    return `## ${title}\n\n${description}\n\n${lines}`
  })
  return [`# ${site.name}`, `> ${summaryOf(shop)}`, guideOf(shop), othersOf(shop), ...families]
}

function guideOf(shop: Shop): string {
  const steps = [
    `Find a tool for a task: ${freeUrl(shop, 'find')}?q=<task>&k=5`,
    `Call it: query parameters on GET, a JSON object on POST.${isFree(shop) ? '' : ' An unpaid call is answered 402 with its price; pay, and send the same request again.'}`,
    ...waysToPay(shop),
    ...(isFree(shop) ? [] : PAID),
    'Errors are JSON with `error`.',
  ]
  return steps.map((step) => `- ${step}`).join('\n')
}

const PAID = [
  'Only a 200 is billed; every other answer costs nothing.',
  'With `Idempotency-Key: <a random text, such as a UUID>`, a repeated request of the same payer gets the first answer again and is not charged twice.',
  'A 402 with `X-Resume-Token` says that the payment may have moved: send the same request with that header and no payment, and hear what became of it.',
]

function othersOf(shop: Shop): string {
  const others = Object.values(DOCUMENTS).filter(({ path }) => path !== llmsTxt.path)
  const lines = others.map((each) => `- [${each.title}](${urlOf(shop, each)}): ${each.summary}`)
  return `## Documents\n\n${lines.join('\n')}`
}

function lineOf(tool: Tool, shop: Shop): string {
  const { name, docs, route, price, required, description } = entryOf(tool, shop.site)
  const needs = required.length > 0 ? ` (${required.join(', ')})` : ''
  const least = typeof tool.spec.price === 'string' ? price : `from ${price}`
  const cost = isFree(shop) ? 'free' : least
  const work = takesWork(tool, shop) ? ' or proof of work' : ''
  const off = tool.unavailable === undefined ? '' : ', not set up on this instance (503)'
  const call = `\`${route}\`${needs}, ${cost}${work}${off}`
  return `- [${markdownCell(name)}](${docs}): ${call}. ${markdownLine(description)}`
}
