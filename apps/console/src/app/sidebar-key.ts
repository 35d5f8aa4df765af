/** Key of the folded sidebar among the preferences of the browser. Source: console-calls §3. */
export const SIDEBAR_KEY = 'sidebarCollapsed';
