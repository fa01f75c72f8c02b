import type { Browser } from 'playwright-core'

/** A picture of the documentation is no larger, in bytes. */
export const largest = 120_000

/** Returns a PNG as a WebP of at most `largest` bytes, as fine as goes into them: the browser that drew it is the encoder too. */
export async function smaller(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    const url = await page.evaluate<string>(`(async () => {
      const picture = new Image()
      picture.src = 'data:image/png;base64,${png.toString('base64')}'
      await picture.decode()
      const canvas = document.createElement('canvas')
      canvas.width = picture.width
      canvas.height = picture.height
      canvas.getContext('2d').drawImage(picture, 0, 0)
      const qualities = [0.85, 0.7, 0.5, 0.3]
      const made = qualities.map((quality) => () => canvas.toDataURL('image/webp', quality))
      let url = ''
      for (const make of made) {
        url = make()
        if (url.length * 0.75 < ${largest}) break
      }
      return url
    })()`)
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  } finally {
    await page.close()
  }
}
