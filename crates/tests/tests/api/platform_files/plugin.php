<?php
// Includes the files of a plugin as Moodle does, and prints what they declare as JSON.
[, $folder] = $argv;
error_reporting(E_ALL);
define('MOODLE_INTERNAL', true);
define('MATURITY_STABLE', 'MATURITY_STABLE');
$plugin = new stdClass();
require "$folder/version.php";
$texts = [];
foreach (['en', 'id'] as $language) {
    $string = [];
    require "$folder/lang/$language/local_selaras.php";
    $texts[$language] = $string;
}
require "$folder/db/services.php";
echo json_encode(compact('plugin', 'texts', 'services'), JSON_THROW_ON_ERROR);
