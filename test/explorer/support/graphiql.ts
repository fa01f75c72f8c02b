import type { Page } from 'playwright-core'

/** Runs what stands in GraphiQL's open tab; it does nothing before both of its editors are there. */
export async function execute(page: Page): Promise<void> {
  for (const place of ['.graphiql-query-editor', '.graphiql-response'])
    await page.locator(`${place} .monaco-editor`).first().waitFor()
  await page.getByRole('button', { name: /^Execute query/ }).click()
}

/** Runs the open tab until the answer holds a text: pressed while a tab opens, the button may run the operation of the one before. */
export async function runUntil(page: Page, answered: string): Promise<void> {
  const answer = page.locator('.graphiql-response').getByText(answered).first()
  for (let left = 8; ; left--) {
    await execute(page)
    const isThere = await answer.waitFor({ timeout: 5_000 }).then(
      () => true,
      (error: unknown) => {
        if (left === 0) throw error
        return false
      },
    )
    if (isThere) return
  }
}
