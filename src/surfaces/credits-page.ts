import { block, escaped, pageOf } from './page.ts'
import { freeUrl, type Shop, type Surface } from './surface.ts'

/** Where a refused credits key points to. */
export const creditsPage: Surface = {
  path: '/credits',
  contentType: 'text/html; charset=utf-8',
  render: (shop) => pageOf({ title: `Credits - ${shop.site.name}`, body: bodyOf(shop) }),
}

function bodyOf(shop: Shop): string {
  const { site } = shop
  return [
    '<h1>Prepaid credits</h1>',
    `<p>A credits key pays for calls at list price. New credits are not on sale here; a key that the operator of ${escaped(site.name)} has issued keeps working, and the operator can top it up.</p>`,
    '<h2>Balance of a key</h2>',
    block(`curl -s ${freeUrl(shop, 'balance')} -H 'Authorization: Bearer <CREDITS_KEY>'`),
  ].join('\n')
}
