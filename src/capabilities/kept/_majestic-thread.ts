import { keptRows, unknownShape } from './_blocks.ts'
import { csvCells } from './_csv.ts'

export type RankedDomain = readonly [
  rank: number,
  rankBefore: number | null,
  refSubNets: number,
  refIps: number,
]

const COLUMNS = ['GlobalRank', 'Domain', 'RefSubNets', 'RefIPs', 'PrevGlobalRank'] as const

async function* read(path: string) {
  for await (const [rank, domain = '', subNets, ips, before] of csvCells(path, COLUMNS)) {
    const [at, beforeAt] = [Number(rank), Number(before)]
    if (!domain || !(at > 0)) throw unknownShape(`the domain ${domain} has the rank ${rank}`)
    const row: RankedDomain = [at, beforeAt > 0 ? beforeAt : null, Number(subNets), Number(ips)]
    yield [domain.toLowerCase(), row] as const
  }
  return { meta: {} }
}

export const work = keptRows<RankedDomain, object>(read)
