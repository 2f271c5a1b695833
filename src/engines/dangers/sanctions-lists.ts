/** The sanctions lists: US Treasury (OFAC), United Nations, UK, EU. */
export const LIST_IDS = ['ofac', 'un', 'uk', 'eu'] as const

export type ListId = (typeof LIST_IDS)[number]
