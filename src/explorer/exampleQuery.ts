/** What the explorer shows when it is first opened; test/explorer/exampleQuery.test.ts holds it to the schema. */
export const exampleQuery = `# The latest conversations, where each was forked from, and how it goes on.
# Run it with Ctrl-Enter. Ctrl-Space offers what can be asked next.
query LatestConversations {
  conversations(first: 10) {
    nodes {
      id
      title
      turnCount
      updatedAt
      forkedFrom {
        conversation {
          id
          title
        }
        turn
      }
      recentTurns(n: 2) {
        position
        role
        text
        inherited
      }
      tree
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`
