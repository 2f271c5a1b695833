import { readFeed, type Feed } from './feed.ts'

export type { Feed }

export interface Wanted {
  readonly text: string
  readonly url: string
  readonly itemsMax: number
}

export const work = ({ text, url, itemsMax }: Wanted): Promise<Feed> =>
  readFeed({ text, url }, itemsMax)
