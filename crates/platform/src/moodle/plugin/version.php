<?php
// This file is part of the plugin local_selaras for Moodle.
//
// local_selaras is free software: you can redistribute it and/or modify
// it under the terms of the GNU General Public License as published by
// the Free Software Foundation, either version 3 of the License, or
// (at your option) any later version.
//
// local_selaras is distributed in the hope that it will be useful,
// but WITHOUT ANY WARRANTY; without even the implied warranty of
// MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
// GNU General Public License for more details.
//
// You should have received a copy of the GNU General Public License
// along with local_selaras.  If not, see <https://www.gnu.org/licenses/>.

/**
 * Version of the plugin.
 *
 * @package   local_selaras
 * @copyright 2026 The Selaras contributors
 * @license   https://www.gnu.org/licenses/gpl-3.0.html GNU GPL v3 or later
 */

defined('MOODLE_INTERNAL') || die();

$plugin->component = 'local_selaras';
$plugin->version = {version};
$plugin->requires = 2022112800; // Moodle 4.1.
$plugin->maturity = MATURITY_STABLE;
$plugin->release = '1.0';
