/** Cuts a text at the end of a word, and adds an ellipsis. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/\W+\w*$/, '')} …` : text
