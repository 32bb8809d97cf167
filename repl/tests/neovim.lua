-- Opens the file that QL_FILE names with the server that QUARREL names, and says what the editor shows: diagnostics,
-- completion, the window of signature help and of hover, and how the buffer is formatted.
local function fail(what)
  io.stderr:write(what .. "\n")
  vim.cmd("cquit 1")
end

local function until_(what, holds)
  if not vim.wait(60000, holds, 50) then fail("no " .. what) end
end

vim.cmd("edit " .. vim.fn.fnameescape(vim.env.QL_FILE))
local buffer = vim.api.nvim_get_current_buf()
vim.bo[buffer].filetype = "ql"
local client = vim.lsp.start_client({
  name = "quarrel",
  cmd = { vim.env.QUARREL, "lsp" },
  root_dir = vim.fn.fnamemodify(vim.env.QL_FILE, ":h"),
})
vim.lsp.buf_attach_client(buffer, client)

until_("diagnostics", function() return #vim.diagnostic.get(buffer) > 0 end)
for _, found in ipairs(vim.diagnostic.get(buffer)) do
  io.stdout:write(("diagnostic %d:%d %s\n"):format(found.lnum + 1, found.col + 1, found.message:gsub("\n.*", "")))
end

local function replace(line, text)
  vim.api.nvim_buf_set_lines(buffer, line - 1, line, true, { text })
  vim.api.nvim_win_set_cursor(0, { line, #text })
end

local function ask(method)
  local answers, why = vim.lsp.buf_request_sync(buffer, method, vim.lsp.util.make_position_params(0, "utf-16"), 60000)
  local answer = (answers or {})[client]
  if not answer or answer.error then fail(method .. ": " .. vim.inspect(why or answer)) end
  return answer.result
end

-- What the editor would put into its menu, with the cursor behind the dot.
replace(4, "where m.fromSource() and m. ")
vim.api.nvim_win_set_cursor(0, { 4, 27 })
local items = vim.lsp.util.text_document_completion_list_to_complete_items(ask("textDocument/completion"), "")
for _, item in ipairs(items) do
  if item.word:match("^isSync") or item.word:match("^hasName") then
    io.stdout:write(("completion %s %s\n"):format(item.word, item.menu))
  end
end

-- The window that opens.
local function floating(name, open)
  open()
  local window
  until_(name, function()
    for _, one in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(one).relative ~= "" then window = one end
    end
    return window
  end)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
  io.stdout:write(("%s %s\n"):format(name, table.concat(lines, " ")))
  vim.api.nvim_win_close(window, true)
end
replace(4, "where m.fromSource() and m.hasName( ")
vim.api.nvim_win_set_cursor(0, { 4, 35 })
floating("signature", vim.lsp.buf.signature_help)

replace(4, "where   m.fromSource()")
vim.api.nvim_win_set_cursor(0, { 3, 6 })
floating("hover", vim.lsp.buf.hover)
local edits = vim.lsp.buf_request_sync(buffer, "textDocument/formatting", vim.lsp.util.make_formatting_params({}), 60000)
vim.lsp.util.apply_text_edits(edits[client].result, buffer, "utf-16")
io.stdout:write("formatted " .. vim.api.nvim_buf_get_lines(buffer, 3, 4, true)[1] .. "\n")
vim.cmd("quitall!")
