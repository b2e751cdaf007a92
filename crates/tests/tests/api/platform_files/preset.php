<?php
// Checks a role preset against a schema, as Moodle does before it reads one, and prints it as JSON.
[, $file, $schema] = $argv;
$document = new DOMDocument();
if (!$document->load($file) || !$document->schemaValidate($schema)) {
    exit(1);
}
$role = [];
foreach ($document->documentElement->childNodes as $node) {
    $role[$node->nodeName] = $node->textContent;
    foreach ($node->childNodes as $child) {
        if ($child instanceof DOMElement) {
            $role[$node->nodeName] = is_array($role[$node->nodeName]) ? $role[$node->nodeName] : [];
            $role[$node->nodeName][$child->nodeName][] = $child->textContent;
        }
    }
}
echo json_encode($role, JSON_THROW_ON_ERROR);
