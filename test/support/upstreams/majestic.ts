import { fileStandIn } from './_file.ts'

/** The head and the form of https://downloads.majestic.com/majestic_million.csv. */
const LINES = [
  'GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,PrevGlobalRank,PrevTldRank,PrevRefSubNets,PrevRefIPs',
  '1,1,google.com,com,465713,1948261,google.com,com,1,1,465701,1947880',
  '352,241,stripe.com,com,98911,165210,stripe.com,com,355,243,98700,164902',
  '999999,477001,xn--bcher-kva.com,com,243,280,bücher.com,com,-1,-1,-1,-1',
]

export default fileStandIn('UPSTREAM_MAJESTIC_URL', [
  { path: '/majestic_million.csv', body: `${LINES.join('\n')}\n` },
])
